'use client'

import { useLinkStatus } from 'next/link'

export const RowsLoading = ({ when }: { when: boolean }) => (when ? <span hidden data-rows-loading="" /> : null)

/** Marks the rows as loading while the page of the surrounding link loads. */
export const RowsLoadingByLink = () => <RowsLoading when={useLinkStatus().pending} />
