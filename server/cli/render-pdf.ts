import { parentPort, workerData } from 'node:worker_threads'
import type { PdfTask } from '#server/pages/report/render-in-thread.ts'
import { renderPdf } from '#server/pages/report/render-pdf.ts'

// The thread of one PDF, started by `renderInThread`.
const { report, options } = workerData as PdfTask
parentPort?.postMessage(await renderPdf(report, options))
