import { z } from 'zod'
import { once, readData } from './read-data.ts'

const Report = z.tuple([z.literal([2, 3, 4]), z.string().min(1)])

/** Everyday incident reports by service: priority and text. `{store}`, `{site}` and `{count}` are drawn. */
export const everydayReports = once(() => readData('incidents.yaml', z.record(z.string(), z.array(Report).min(1))))

/** The services of the demo's company, a retailer with a web shop, stores and one warehouse. */
export const services = once((): ReadonlySet<string> => new Set(Object.keys(everydayReports())))
