import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'

/** A statement as the driver takes it. */
export type Asked = QueryArrayConfig & { readonly text: string }
export type Result = QueryArrayResult<unknown[]>
/** The result, and how long the database took once it had come to the statement. */
export type Given = { readonly result: Result; readonly milliseconds: number }

/**
 * Asks on one connection. What the driver gives to a callback outlives no collection of the heap's young generation; what
 * the promise that it makes itself resolves with outlives several, a fifth of the processor's time where rows are many.
 */
export const ask = (client: PoolClient, asked: Asked): Promise<Result> =>
  new Promise((resolve, reject) => {
    client.query<unknown[]>(asked, (error, result) => (error ? reject(error) : resolve(result)))
  })

/**
 * Has statements sent on a connection without waiting for the answers to those before (PostgreSQL's pipeline mode). The
 * driver takes this for a setting of the whole connection; it is one of the time that somebody has it.
 */
export const setPipeline = (client: PoolClient, pipeline: boolean) => Object.assign(client, { pipeline })
