import { connect } from 'node:net'

/** Sends raw bytes and returns the head and the body of the response. */
export function sendBytes(baseUrl: string, text: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((done, fail) => {
    let response = ''
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [head = '', body = ''] = response.split('\r\n\r\n', 2)
      done({ head, body })
    })
  })
}
