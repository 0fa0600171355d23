"""Why the server itself says no, before any rule is asked."""

from enum import StrEnum


class Refusal(StrEnum):
    """Codes never change; sentences may."""

    NOT_FOUND = "http.not_found"
    METHOD = "http.method"
    HOST = "http.host"
    ORIGIN = "http.origin"
    NO_REACH = "http.no_reach"
    BAD_REQUEST = "http.bad_request"
    NOT_SAVED = "http.not_saved"
    NOT_READ = "http.not_read"
    TOO_MANY_CONNECTIONS = "http.too_many_connections"
    FAILED = "http.failed"
    TARGET_TOO_LONG = "http.target_too_long"
    TOO_MANY_HEADERS = "http.too_many_headers"
    HEADERS_TOO_LONG = "http.headers_too_long"
    NOT_BUILT = "http.not_built"
