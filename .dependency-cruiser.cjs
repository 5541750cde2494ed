/** Who may import whom: app → components → lib and app → server → lib. Checked by `npm run boundaries`. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first part to read: move what both need below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-is-the-ground',
      comment: 'lib runs in the browser and on the server; it imports nothing above it.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components|server|e2e)/' },
    },
    {
      name: 'components-stay-in-the-browser',
      comment: 'A component reaches data through lib/api, never through server code.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(app|server|e2e)/' },
    },
    {
      name: 'server-has-no-pages',
      comment: 'Server code knows neither pages nor components.',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(components|e2e)/' },
    },
    {
      name: 'contracts-import-only-zod',
      comment: 'A contract is data: zod and other contracts.',
      severity: 'error',
      from: { path: '^lib/contracts/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^lib/contracts/', '^node_modules/zod'] },
    },
    {
      name: 'drizzle-only-in-server',
      comment: 'SQL is written under server/.',
      severity: 'error',
      from: { pathNot: '^(server/|e2e/|drizzle\\.config\\.ts$)' },
      to: { path: '^node_modules/(drizzle-orm|pg)/' },
    },
    {
      name: 'api-path-without-next',
      comment: 'API handlers take a web Request and give a web Response; they also run outside Next.',
      severity: 'error',
      from: { path: '^(app/api/(?!auth/)|server/(?!pages/))' },
      to: { path: '^node_modules/next/' },
    },
    {
      name: 'only-the-adapter-knows-next-auth',
      comment: 'Sign-in goes through server/auth; only its adapter and its route name the library.',
      severity: 'error',
      from: { pathNot: '^(server/auth/|app/api/auth/)' },
      to: { path: '^node_modules/next-auth/' },
    },
    {
      name: 'open-telemetry-behind-one-door',
      comment: 'OpenTelemetry is loaded only where spans are sent: one file knows it.',
      severity: 'error',
      from: { pathNot: '^server/tracing/open-telemetry\\.ts$' },
      to: { path: '^node_modules/@opentelemetry/' },
    },
    {
      name: 'open-telemetry-is-imported-late',
      comment: 'What imports that file at once loads it for everybody.',
      severity: 'error',
      from: {},
      to: { path: '^server/tracing/open-telemetry\\.ts$', dynamic: false },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|node_modules/\\.cache|e2e/generated-client/node_modules)/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
}
