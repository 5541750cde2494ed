import { AppError } from '#server/platform/errors.ts'

/**
 * Why ServiceNow did not do what it was asked to; `message` is for a reader. `cut` is a response that is not complete,
 * `missing` a record or table that does not exist or is hidden from the account.
 */
export class ServiceNowError extends AppError {
  readonly reason: 'sign_in' | 'rights' | 'missing' | 'cut' | 'rejected' | 'failed' | 'filter'

  constructor(reason: ServiceNowError['reason'], message: string) {
    super('unavailable', message)
    this.reason = reason
  }
}
