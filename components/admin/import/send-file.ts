import { ApiError, readApiError } from '#lib/api/api-error.ts'
import { endpointUrl } from '#lib/api/call-endpoint.ts'
import { uploadImport } from '#lib/contracts/admin-routes.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'

/** Sends a file as the draft of an import. Throws `ApiError`. */
export async function sendFile(kind: ImportKind, file: File, signal: AbortSignal): Promise<ImportRecord> {
  const response = await fetch(endpointUrl(uploadImport, { query: { kind, file_name: file.name } }), {
    method: uploadImport.method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream' },
    body: file,
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new ApiError(0, 'network_error', 'The file could not be sent. Check your connection and try again.')
  })
  if (!response.ok) throw await readApiError(response)
  return response.json()
}
