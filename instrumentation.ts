/** Called by Next once for a server process. Under `server/main.ts` it joins the started runtime. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { readEnv } = await import('#server/platform/env.ts')
  const { startRuntime } = await import('#server/start.ts')
  // `npm run dev` leaves the end of the process to us; `next start` ends by itself, and is not for production.
  if (process.env.NEXT_MANUAL_SIG_HANDLE) {
    const { exitAfter } = await import('#server/platform/process/stop-requests.ts')
    const { abandonEmbeddedPostgres } = await import('#server/platform/db/embedded/start.ts')
    exitAfter(abandonEmbeddedPostgres)
  }
  await startRuntime(readEnv())
}
