/** Called by Next once for a server process, only in development: a build does not take this file, see next.config.mjs. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { readEnv } = await import('#server/platform/env.ts')
  const { startRuntime } = await import('#server/start.ts')
  // `npm run dev` leaves the end of the process to us.
  if (process.env.NEXT_MANUAL_SIG_HANDLE) {
    const { exitAfter } = await import('#server/platform/process/stop-requests.ts')
    const { abandonEmbeddedPostgres } = await import('#server/platform/db/embedded/start.ts')
    exitAfter(abandonEmbeddedPostgres)
  }
  await startRuntime(readEnv())
}
