FROM python:3.12-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    KAITEN_VAR=/data \
    KAITEN_STATIC_ROOT=/app/staticfiles

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY manage.py ./
COPY config config
COPY games games
COPY ratings ratings
COPY tournaments tournaments
RUN useradd --system --home-dir /data kaiten \
    && mkdir /data && chown kaiten /data \
    && KAITEN_VAR=/tmp/build python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/build

USER kaiten
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen(r.Request('http://127.0.0.1:8000/healthz', headers={'Host': 'localhost'}), timeout=4)"]

# The web process. Alone it needs a database and a broker; `python manage.py up` instead runs everything in one.
CMD ["python", "-m", "config.serve", "--host", "0.0.0.0", "--port", "8000"]
