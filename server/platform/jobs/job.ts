import type { Context } from '#server/platform/runtime/context.ts'

/** Work that is done by the clock. It may be cut off anywhere and run again: what it has done it must not do twice. */
export type Job = {
  /** Kebab-case verb and noun, such as `send-notification-mail`; also the name of its queue. */
  readonly name: string
  /** When it runs: minute, hour, day of the month, month, day of the week, in UTC. */
  readonly cron: string
  /** Done on one process at a time. An error has it tried again, three times with growing pauses. */
  readonly run: (ctx: Context) => Promise<unknown>
}
