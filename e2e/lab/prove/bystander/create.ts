/** Sends a POST that creates something; returns its id. Throws unless it was created. */
export async function create(url: string, headers: Record<string, string>, body: BodyInit): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}
