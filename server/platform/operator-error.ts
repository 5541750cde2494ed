/** An error with a message for the person who runs Hindsight: what is wrong and what to do. */
export class OperatorError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
