import { Suspense, use } from 'react'
import { Skeleton } from './states.tsx'
import styles from './markdown.module.css'

const importRenderer = () => import('./render-markdown.ts')
let renderer: ReturnType<typeof importRenderer> | undefined
const loadRenderer = () => (renderer ??= importRenderer())

function Rendered({ text }: { readonly text: string }) {
  const { renderMarkdown } = use(loadRenderer())
  // Safe because `renderMarkdown` lets only an allow-list through.
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
}

/** Markdown as people read it, sanitised here whatever the server did. */
export const Markdown = ({ text }: { readonly text: string | null | undefined }) =>
  text ? (
    <Suspense fallback={<Skeleton height={40} />}>
      <Rendered text={text} />
    </Suspense>
  ) : null
