import type { MailContent, MailItem } from '#lib/contracts/app/mail-content.ts'
import { escapeHtml } from '#lib/text/escape-html.ts'

type MailLinks = {
  /** The base URL of links, such as `https://hindsight.example.org`. */
  readonly publicUrl: string
  /** The page that disables such mail; undefined for mail that cannot be disabled. */
  readonly unsubscribe: string | undefined
  /** The name of the organisation. */
  readonly organisation?: string | null
}

const composeFooter = ({ organisation }: MailLinks) =>
  `Hindsight${organisation ? ` of ${organisation}` : ''}, post-implementation reviews`

const checkpointLabel = 'Signed state of the history, to be kept:'

/** Plain text and HTML of a mail; the HTML loads no external resources. */
export function composeMail(content: MailContent, links: MailLinks): { text: string; html: string } {
  return { text: writeText(content, links), html: writeHtml(content, links) }
}

const absolute = (path: string, { publicUrl }: MailLinks) => new URL(path, publicUrl).href

function writeText({ lead, sections = [], action, checkpoint }: MailContent, links: MailLinks): string {
  const item = ({ title, body, path }: MailItem) =>
    [`- ${title}`, ...(body ? [`  ${body}`] : []), ...(path ? [`  ${absolute(path, links)}`] : [])].join('\n')
  const parts = [
    ...(lead ? [lead] : []),
    ...sections.map(({ heading, items }) => `${heading}\n${items.map(item).join('\n')}`),
    ...(action ? [`${action.label}: ${absolute(action.path, links)}`] : []),
    ...(checkpoint ? [`${checkpointLabel}\n${checkpoint.trimEnd()}`] : []),
    `-- \n${composeFooter(links)}${links.unsubscribe ? `\nUnsubscribe from such mail: ${links.unsubscribe}` : ''}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const fonts = 'font-family:system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5'
const muted = 'color:#57606a'

function writeHtml({ lead, sections = [], action, checkpoint }: MailContent, links: MailLinks): string {
  const link = (path: string, text: string) => `<a href="${escapeHtml(absolute(path, links))}">${escapeHtml(text)}</a>`
  const item = ({ title, body, path }: MailItem) => {
    const head = path ? link(path, title) : escapeHtml(title)
    return `<li>${head}${body ? `<br><span style="${muted}">${escapeHtml(body)}</span>` : ''}</li>`
  }
  const list = sections.map(
    ({ heading, items }) =>
      `<h2 style="font-size:16px">${escapeHtml(heading)}</h2><ul>${items.map(item).join('')}</ul>`,
  )
  const stop = links.unsubscribe ? `<br><a href="${escapeHtml(links.unsubscribe)}">Unsubscribe from such mail</a>` : ''
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hindsight</title></head>',
    `<body style="margin:0;padding:24px;${fonts};color:#1f2328"><div style="max-width:600px">`,
    lead ? `<p>${escapeHtml(lead).replace(/\r?\n/g, '<br>')}</p>` : '',
    ...list,
    action ? `<p>${link(action.path, action.label)}</p>` : '',
    checkpoint
      ? `<p style="font-size:11px;${muted}">${checkpointLabel}<br>${escapeHtml(checkpoint.trimEnd()).replaceAll('\n', '<br>')}</p>`
      : '',
    `<p style="margin-top:24px;font-size:13px;${muted}">${escapeHtml(composeFooter(links))}${stop}</p></div></body></html>`,
  ].join('')
}
