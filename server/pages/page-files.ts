import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { projectDir } from '#server/platform/project-dir.ts'

const prefix = '/_next/static'
const yearInSeconds = 365 * 86_400

/**
 * Serves the scripts, styles and fonts of pages as compressed by the build; their names change with their content.
 * `render` responds to other requests.
 */
export function openPageFiles() {
  const send = sirv(join(projectDir(), '.next', 'static'), {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: yearInSeconds,
    immutable: true,
    setHeaders: (response) =>
      response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('X-Frame-Options', 'DENY'),
  })
  return async (request: IncomingMessage, response: ServerResponse, render: () => Promise<unknown>): Promise<void> => {
    const { method = '', url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    // Ranges are ignored: part of a script is useless, and `sirv` fails on a range that ends before it starts.
    delete request.headers.range
    request.url = url.slice(prefix.length)
    const isFile = await new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(true))
      send(request, response, () => resolve(false))
    })
    if (isFile) return
    request.url = url
    await render()
  }
}
