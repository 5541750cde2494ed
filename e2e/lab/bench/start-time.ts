import { residentMemory } from './process-usage.ts'
import { type ServerCommand, startServer } from './started-server.ts'
import { median } from './statistics.ts'

export type Start = {
  /** Milliseconds from the start of a command, with its database stopped, to its first response. */
  readonly time: number
  /** Its memory in megabytes then. */
  readonly memory: number
}

/** The median of several starts. */
export async function measureStart(command: ServerCommand, starts: number): Promise<Start> {
  const times: number[] = []
  const memories: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const server = await startServer(command)
    times.push(server.startTime)
    memories.push(residentMemory(server.pid))
    await server.stop()
  }
  return { time: median(times), memory: median(memories) }
}
