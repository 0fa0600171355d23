"""What a page of ours may load and run: nothing of others, nothing that stands in it as words."""


def _policy(*more_scripts: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *more_scripts)),
            *("style-src 'self'", "img-src 'self' data:", "font-src 'self'"),
            *("connect-src 'self'", "media-src 'self' data:", "manifest-src 'self'"),
            *("worker-src 'self'", "base-uri 'none'", "form-action 'self'"),
            "frame-ancestors 'none'",
        )
    )


POLICY = _policy()
# For one worker alone, by the answer that brings it: it compiles WebAssembly and evaluates no text.
POLICY_WITH_WASM = _policy("'wasm-unsafe-eval'")
