import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

export type Improvement = components['schemas']['Improvement']
export type ErrorCode = components['schemas']['ErrorCode']

/** A typed client of the API for tokens that calls with one token and reads JSON, although lists come as CSV too. */
export const clientFor = (baseUrl: string, token: string) =>
  createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })

type Answered<Data> = {
  data?: Data
  error?: { error: { code: ErrorCode; message: string } } | undefined
  response: Response
}

/** The body of a success. Throws what the service said otherwise. */
export function dataOf<Data>({ data, error, response }: Answered<Data>): Data {
  if (data !== undefined) return data
  throw new Error(`${response.url} answered ${response.status}: ${error?.error.message ?? 'nothing'}`)
}
