const isDevelopment = process.env.NODE_ENV === 'development'

/** The policy of a response that is not a page: nothing in it runs or loads, opened directly or framed. */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The policy of a page whose scripts carry `nonce`. Next's development server needs eval; production does not. */
export const buildContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
