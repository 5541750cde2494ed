'use client'

import { useLinkStatus } from 'next/link'

/** While other rows load, the style sheet dims the current ones. */
export const RowsLoading = ({ when }: { when: boolean }) => (when ? <span hidden data-rows-loading="" /> : null)

/** Inside a link: marks the rows as loading while its page loads. */
export const RowsLoadingByLink = () => <RowsLoading when={useLinkStatus().pending} />
