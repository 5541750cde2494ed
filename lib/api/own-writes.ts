const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Tells when something is written from this window: before it is sent, and again when it is answered or lost. */
export function onOwnWrite(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends a request, which counts as a write unless it only reads. */
export async function tellingOfWrite<Answer>(method: string, send: () => Promise<Answer>): Promise<Answer> {
  if (method === 'GET') return send()
  tell()
  try {
    return await send()
  } finally {
    tell()
  }
}
