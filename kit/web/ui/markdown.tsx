import { use, useEffect } from 'react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { Skeleton } from './states.tsx'
import styles from './markdown.module.css'
import { Suspense } from './suspense.tsx'

const importRenderer = () => import('./render-markdown.ts')
let renderer: ReturnType<typeof importRenderer> | undefined
const loadRenderer = () => (renderer ??= loadCode(importRenderer))

interface MarkdownProps {
  /** Addresses lead to its headings (`#heading`), and the page's own does so as soon as the text stands. */
  readonly anchors?: boolean
}

function Rendered({ text, anchors = false }: MarkdownProps & { readonly text: string }) {
  const { renderMarkdown } = use(loadRenderer())
  useEffect(() => {
    if (anchors && location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [anchors, text])
  // Safe because `renderMarkdown` lets only an allow-list through.
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: renderMarkdown(text, { anchors }) }} />
}

/** Markdown as people read it, sanitised here whatever the server did. */
export const Markdown = ({ text, anchors }: MarkdownProps & { readonly text: string | null | undefined }) =>
  text ? (
    <Suspense fallback={<Skeleton height={40} />}>
      <Rendered text={text} {...(anchors && { anchors })} />
    </Suspense>
  ) : null
