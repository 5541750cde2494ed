/** Runs before the server tests: some of them start the production entry and the commands from `dist/`. */
export default async function bundleServer(): Promise<void> {
  await import('./bundle.mjs')
}
