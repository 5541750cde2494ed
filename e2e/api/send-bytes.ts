import { connect } from 'node:net'

/** Sends bytes as they stand and gives the head and the body of the answer. */
export function sendBytes(baseUrl: string, text: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((done, fail) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
      done({ head, body })
    })
  })
}
