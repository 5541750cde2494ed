/** The path that reads the events since now. */
export async function followEvents(baseUrl: string, token: string): Promise<string> {
  const path = '/api/itsm/v1/events?limit=1000'
  for (let after = 'start'; ; ) {
    const url = `${baseUrl}${path}&after=${after}`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    const { result, next } = (await response.json()) as { result: unknown[]; next: string }
    if (result.length === 0) return `${path}&after=${next}`
    after = next
  }
}
