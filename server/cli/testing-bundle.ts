/** Runs before the server tests: some of them start the production entry and the commands from `dist/`. */
export default async function bundleServer(): Promise<void> {
  // `npm test` has bundled before, and runs other programs of `dist/` meanwhile.
  if (process.env.HINDSIGHT_BUNDLED === undefined) await import('./bundle.mjs')
}
