import type { Context } from '#server/platform/runtime/context.ts'

/** Scheduled work. It may be interrupted anywhere and run again, so repeating it must be harmless. */
export type Job = {
  /** Kebab-case verb and noun, such as `send-notification-mail`; also the name of its queue. */
  readonly name: string
  /** The schedule in UTC: minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  /**
   * True if there is something to do now; asked every second, so that the job need not wait for its schedule. Such a job
   * runs in every process at the same time and claims each piece of work by itself.
   */
  readonly isDue?: (ctx: Pick<Context, 'db'>) => Promise<boolean>
  /** True if it sends something to people or other systems, or prepares it: a copy of the installation does not run it. */
  readonly isOutgoing?: true
  /** Runs in one process at a time, unless it asks what is due. After an error it is retried three times with growing delays. */
  readonly run: (ctx: Context) => Promise<unknown>
}
