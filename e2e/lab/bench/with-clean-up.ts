/** Runs `use`, and then what it deferred, in reverse order, even if it failed. */
export async function withCleanUp<Result>(use: (cleanUp: AsyncDisposableStack) => Promise<Result>): Promise<Result> {
  const cleanUp = new AsyncDisposableStack()
  try {
    return await use(cleanUp)
  } finally {
    await cleanUp.disposeAsync()
  }
}
