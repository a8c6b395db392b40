import { ArrowLeft, ExternalLink, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { rememberFocus } from '#kit/web/ui/keep-focus.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
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
    <Stack ref={panel} tabIndex={-1} as="section" fill="raised" className={css.panel} aria-label={t('title')}>
      <Row as="header" align="center" gap={2} className={css.head}>
        {trail.length > 0 ? (
          <IconButton label={t('back')} onClick={() => go(trail.slice(0, -1))}>
            <ArrowLeft size={16} />
          </IconButton>
        ) : null}
        <Text grow tone="quiet" size={12}>
          {t('title')}
        </Text>
        <Grid
          as="a"
          centered
          corner={6}
          tone="soft"
          className={css.external}
          href={path('/doc/$id', { id: page?.identifier ?? shown })}
          target="_blank"
          rel="noopener"
          aria-label={t('open_documentation')}
          data-tooltip={t('open_documentation')}
        >
          <ExternalLink size={14} aria-hidden />
        </Grid>
        <IconButton label={t('close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </Row>
      <SearchBox onOpen={open} />
      <Box ref={body} grow shortens overflow="scrolled-down" className={css.body}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!page && !error ? <SkeletonRows count={8} /> : null}
        {page ? (
          <article key={page.identifier}>
            {data?.missing ? (
              <Text as="p" below={12} padY={8} padX={12} corner={8} fill="mute" tone="mute" role="status">
                {t('missing')}
              </Text>
            ) : null}
            <Text as="h2" below={12} size={16} line={24} breaks>
              {page.title}
            </Text>
            {page.provider && page.link_id ? <Video provider={page.provider} link_id={page.link_id} title={page.title} /> : null}
            <WikiText text={page.content} onOpen={open} />
            {page.children.length > 0 ? (
              <Box as="nav" above={20} className={css.children} aria-label={t('children')}>
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
              </Box>
            ) : null}
            <Rating key={page.identifier} page={page} />
          </article>
        ) : null}
        <Shortcuts />
      </Box>
    </Stack>
  )
}
