"""Named refusals of accounts: each has a stable code and a sentence that a person should read."""

from games.engine import RuleError


class SignUpClosed(RuleError):
    """The house takes no new people, or only invited ones."""

    code = "sign_up_closed"


class BadInvitation(RuleError):
    """An invitation that does not exist, is used up, expired or revoked; or that cannot be made as asked."""

    code = "bad_invitation"


class TooMany(RuleError):
    """One more bot or token than a person may have."""

    code = "too_many"


class WrongPassword(RuleError):
    """The password that confirms a step is not the account's."""

    code = "wrong_password"


class LastAdministrator(RuleError):
    """Without this account nobody could administer the house."""

    code = "last_administrator"


class NotYourAccount(RuleError):
    """Somebody else's account, and one that may do more."""

    code = "not_your_account"
