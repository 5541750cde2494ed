import { createServer } from 'node:http'

export type ForeignSite = {
  /** Another origin of the same site: `SameSite=Lax` cookies are sent along. */
  readonly sameSite: string
  /** An origin of another site, on the same port. */
  readonly crossSite: string
  stop(): void
}

/** An attacker's site on loopback: an empty page at every path, or one that frames the URL in `?frame=`. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://foreign.invalid').searchParams.get('frame')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Foreign</title><link rel="icon" href="data:,"><body>${
        frame === null ? '' : `<iframe title="target" src="${frame}"></iframe>`
      }</body></html>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    sameSite: `http://127.0.0.1:${port}`,
    crossSite: `http://localhost:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
