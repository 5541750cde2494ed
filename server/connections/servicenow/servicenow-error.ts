import { AppError } from '#server/platform/errors.ts'

/**
 * A request that ServiceNow did not carry out; `message` is for a reader. The reason `cut` is an incomplete response,
 * `missing` a record or table that does not exist or is hidden from the account.
 */
export class ServiceNowError extends AppError {
  readonly reason: 'sign_in' | 'rights' | 'missing' | 'cut' | 'rejected' | 'failed' | 'filter'

  constructor(reason: ServiceNowError['reason'], message: string) {
    super('unavailable', message)
    this.reason = reason
  }
}
