/** Called by Next once for a server process. Under `server/main.ts` the runtime is started already and this joins it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { readEnv } = await import('#server/env.ts')
  const { startRuntime } = await import('#server/start.ts')
  await startRuntime(readEnv())
}
