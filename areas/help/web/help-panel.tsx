import { ArrowLeft, ExternalLink, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { rememberFocus } from '#kit/web/ui/keep-focus.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Rating } from './rating.tsx'
import { SearchBox } from './search-box.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Video } from './video.tsx'
import { useWikiPage } from './wiki-api.ts'
import { WikiText } from './wiki-text.tsx'
import css from './help.module.css'

interface HelpPanelProps {
  /** The page that explains what is on screen. */
  readonly identifier: string
  readonly onClose: () => void
}

/** Help beside the page that one works on; not modal, and it follows to other pages (SHL-13). */
export function HelpPanel({ identifier, onClose }: HelpPanelProps) {
  const t = useWords('help')
  const panel = useRef<HTMLElement>(null)
  /** Pages opened from within the panel, over that of the screen. */
  const [trail, setTrail] = useState<readonly string[]>([])
  const [about, setAbout] = useState(identifier)
  if (about !== identifier) {
    setAbout(identifier)
    setTrail([])
  }
  const shown = trail.at(-1) ?? identifier
  const { data, error, refetch } = useWikiPage(shown)
  const body = useRef<HTMLDivElement>(null)

  // It lies over the panel of a record, which stays.
  useLayer('help', true, onClose)

  // Focus comes in with the panel, and goes back to where it was.
  useLayoutEffect(() => {
    const element = panel.current
    const giveBack = rememberFocus()
    element?.focus()
    return () => giveBack(element ?? undefined)
  }, [])

  const go = (next: readonly string[]) => {
    setTrail(next)
    body.current?.scrollTo(0, 0)
    panel.current?.focus()
  }
  const open = (next: string) => {
    if (next !== shown) go([...trail, next])
  }
  const page = data?.page
  return (
    <section ref={panel} tabIndex={-1} className={css.panel} aria-label={t('title')}>
      <header className={css.head}>
        {trail.length > 0 ? (
          <IconButton label={t('back')} onClick={() => go(trail.slice(0, -1))}>
            <ArrowLeft size={16} />
          </IconButton>
        ) : null}
        <span className={css.kind}>{t('title')}</span>
        <a
          className={css.external}
          href={path('/doc/$id', { id: page?.identifier ?? shown })}
          target="_blank"
          rel="noopener"
          aria-label={t('open_documentation')}
          data-tooltip={t('open_documentation')}
        >
          <ExternalLink size={14} aria-hidden />
        </a>
        <IconButton label={t('close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      <SearchBox onOpen={open} />
      <div ref={body} className={css.body}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!page && !error ? <SkeletonRows count={8} /> : null}
        {page ? (
          <article key={page.identifier}>
            {data?.missing ? (
              <p className={css.missing} role="status">
                {t('missing')}
              </p>
            ) : null}
            <h2 className={css.title}>{page.title}</h2>
            {page.provider && page.link_id ? <Video provider={page.provider} link_id={page.link_id} title={page.title} /> : null}
            <WikiText text={page.content} onOpen={open} />
            {page.children.length > 0 ? (
              <nav className={css.children} aria-label={t('children')}>
                <h3>{t('children')}</h3>
                <ul>
                  {page.children.map((child) => (
                    <li key={child.identifier}>
                      <button type="button" onClick={() => open(child.identifier)}>
                        {child.title}
                      </button>
                    </li>
                  ))}
                </ul>
              </nav>
            ) : null}
            <Rating key={page.identifier} page={page} />
          </article>
        ) : null}
        <Shortcuts />
      </div>
    </section>
  )
}
