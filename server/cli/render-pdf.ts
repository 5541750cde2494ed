import { parentPort } from 'node:worker_threads'
import { renderPdf } from '#server/pages/report/pdf/render-pdf.ts'
import type { PdfTask } from '#server/pages/report/render-in-thread.ts'

// The thread of PDFs, started by `renderInThread`.
parentPort?.on('message', async ({ report, options }: PdfTask) => {
  parentPort?.postMessage(await renderPdf(report, options))
})
