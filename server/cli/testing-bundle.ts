/** Before the tests of the server: some of them run the production entry and the commands from `dist/`. */
export default async function bundleServer(): Promise<void> {
  await import('./bundle.mjs')
}
