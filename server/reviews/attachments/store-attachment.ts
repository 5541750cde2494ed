import { statfs } from 'node:fs/promises'
import { and, desc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import { attachmentExtensions, binaryTypes, findMediaType, textType } from '#lib/contracts/app/attachment-values.ts'
import type { addAttachment } from '#lib/contracts/app/attachments.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { UploadStore } from '#server/platform/api/read-input.ts'
import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { receiveFile, storeParts } from '#server/platform/files/file-parts.ts'
import { describeFullSpace, type FileKind, formatMegabytes } from '#server/platform/files/full-space.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, getActingAccount, type TxContext } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { attachmentParts, attachments, reviews } from '#server/schema/reviews.ts'
import { assertMayAttach } from './attachment-places.ts'
import { isOfOpenWork } from './attachment-retention.ts'
import { purgeRemovedBy } from './purge-attachments.ts'

/** Number of bytes at the beginning of a file that decide its type. */
const headBytes = 64 * 1024

/** Throws `invalid_parameter` for a name with another ending than those of attachments. */
export function assertAttachable(name: string): void {
  if (findMediaType(name) !== undefined) return
  const endings = `${attachmentExtensions.slice(0, -1).join(', ')} or ${attachmentExtensions.at(-1)}`
  throw invalidField('name', 'query', `must end in ${endings}; put any other file into a ZIP file`)
}

/**
 * Detects the media type of a file by its first bytes, which must match its name. Throws `unsupported_media_type` with
 * the detected type otherwise.
 */
export async function detectType(name: string, head: Uint8Array): Promise<string> {
  const promised = findMediaType(name) ?? ''
  const actual = await detectContent(head)
  // Office files are ZIP files. If their parts are in an unusual order, they are only recognised as ZIP files.
  if (actual === promised || (actual === 'application/zip' && promised.startsWith('application/vnd.'))) return promised
  throw new AppError(
    'unsupported_media_type',
    `The content is ${describeType(actual)}, not what the ending of its name says. Attach the file as it was saved.`,
  )
}

/** Detects the media type of content; undefined for an unknown type. */
async function detectContent(head: Uint8Array): Promise<string | undefined> {
  const detected = await fileTypeFromBuffer(head)
  const isTextual = detected === undefined || detected.mime === 'application/xml'
  return isTextual && isText(head) ? textType : detected?.mime
}

/**
 * True if the bytes are text: no control characters except those of lines, pages and terminals, or a byte order mark of
 * UTF-16.
 */
function isText(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return isUtf16 || !head.some((byte) => byte < 0x20 && !textControls.has(byte))
}

/** Backspace, tab, line feed, form feed, carriage return, escape. */
const textControls: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b])

function describeType(type: string | undefined): string {
  if (type === undefined) return 'of an unknown kind'
  if (type === textType) return 'text'
  const endings = (binaryTypes as Readonly<Record<string, readonly string[]>>)[type]
  return endings ? `a ${endings[0]?.toUpperCase()} file` : `of the type ${type}`
}

/** Bytes that attachments leave free on the disk of the database, if it is on this machine. */
const freeBytes = 500_000_000

const attachmentFiles: FileKind = {
  all: 'Attachments',
  own: 'Your attachments',
  remedy: 'Remove those that are not needed',
  more: 'ask an admin for more space in the settings',
}

/**
 * Throws `insufficient_storage` when the attachments use all their space, or those of the actor their share of it.
 * Others wait until the transaction ends, because they would all see the same free space.
 */
async function assertRoom(ctx: TxContext): Promise<void> {
  const { email } = getActingAccount(ctx)
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('attachment space'))`)
  // Removed files stay in case of a mistake, until the person needs their space.
  const isFull = (await describeFull(ctx)) !== undefined
  if (isFull) await purgeRemovedBy(ctx, email)
  const reason = isFull ? await describeFull(ctx) : undefined
  if (reason !== undefined) throw new AppError('insufficient_storage', `${reason}${await nameLargest(ctx, email)}`)
  const { env } = getRuntime()
  if (env.databaseUrl !== undefined) return
  const disk = await statfs(resolveDataDir(env)).catch(() => undefined)
  if (disk && disk.bavail * disk.bsize < freeBytes) {
    throw new AppError('insufficient_storage', 'The disk of the database is almost full. Free disk, then try again.')
  }
}

async function describeFull(ctx: TxContext): Promise<string | undefined> {
  const bytes = sql`octet_length(${attachmentParts.content})`
  const isOwn = eq(attachmentParts.uploader, getActingAccount(ctx).id)
  const [row] = await ctx.db
    .select({ stored: sql<string>`sum(${bytes})`, own: sql<string>`sum(${bytes}) filter (where ${isOwn})` })
    .from(attachmentParts)
  const limit = getSettings().attachment_space_mb * 1_000_000
  const space = { stored: Number(row?.stored ?? 0), own: Number(row?.own ?? 0), limit, free: undefined }
  return describeFullSpace(space, attachmentFiles)
}

/** Names the largest attachments of a person in open reviews and actions; empty without any. */
async function nameLargest({ db }: TxContext, email: string): Promise<string> {
  const rows = await db
    .select({
      name: attachments.name,
      size: attachments.size,
      place: sql<string>`coalesce(${reviews.changeNumber}, ${attachments.improvementId})`,
    })
    .from(attachments)
    .leftJoin(reviews, eq(reviews.reference, attachments.reference))
    .where(and(eq(attachments.uploadedBy, email), isNull(attachments.removedAt), isOfOpenWork))
    .orderBy(desc(attachments.size), attachments.id)
    .limit(3)
  if (rows.length === 0) return ''
  const files = rows.map(({ name, size, place }) => `${name} of ${place} (${formatMegabytes(size)} MB)`)
  return ` Your largest in open reviews and actions: ${files.join(', ')}.`
}

type UploadQuery = QueryOf<typeof addAttachment>

/** Stores the content of an attachment while it arrives, once its first bytes match its type. */
export const attachmentUploads: UploadStore<UploadQuery> = {
  async check(ctx, query) {
    assertAttachable(query.name)
    await assertMayAttach(ctx, query)
  },
  async store(ctx, chunks, { name }) {
    const id = newId('att', ctx.now)
    const { id: uploader } = getActingAccount(ctx)
    const storedAt = ctx.now.toISOString()
    let type = ''
    const stored = await receiveFile(chunks, {
      store: (hashed) =>
        storeParts(ctx.db, uploader, checkType(hashed), async (tx, part) => {
          await assertRoom({ ...ctx, db: tx })
          await tx.insert(attachmentParts).values({ attachmentId: id, ...part, uploader, storedAt })
        }),
      discard: () => discardContent(ctx, id),
    })
    return { id, type, ...stored }

    async function* checkType(hashed: AsyncIterable<Uint8Array>) {
      let head: Uint8Array[] | null = []
      let length = 0
      for await (const chunk of hashed) {
        if (head === null) yield chunk
        else {
          head.push(chunk)
          length += chunk.byteLength
          if (length >= headBytes) {
            yield* await detectHead(head)
            head = null
          }
        }
      }
      if (head !== null && length > 0) yield* await detectHead(head)
    }

    async function detectHead(head: readonly Uint8Array[]) {
      type = await detectType(name, Buffer.concat(head))
      return head
    }
  },
  discard: discardContent,
}

/** Deletes the content of an attachment that was not created. */
async function discardContent({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  const created = db.select({ id: attachments.id }).from(attachments).where(eq(attachments.id, id))
  await db.delete(attachmentParts).where(and(eq(attachmentParts.attachmentId, id), notExists(created)))
}
