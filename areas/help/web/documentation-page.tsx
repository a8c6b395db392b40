import { ChevronLeft, ChevronRight, List, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import { homePage } from '#areas/help/contract/identifier.ts'
import type { PageLink, WikiPage } from '#areas/help/contract/calls.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsked, useNavigate, useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { headingId } from '#kit/web/ui/heading-id.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Feedback } from './feedback.tsx'
import { Rating } from './rating.tsx'
import { SearchBox } from './search-box.tsx'
import { Video } from './video.tsx'
import { useContents, useWikiPage } from './wiki-api.ts'
import { WikiText } from './wiki-text.tsx'
import css from './documentation.module.css'
import shared from './help.module.css'

const PageEditor = lazy(() => import('./page-editor.tsx').then((module) => ({ default: module.PageEditor })))

const addressOf = (identifier: string, search?: { edit: 1 }) => (search ? path('/doc/$id', { id: identifier }, search) : path('/doc/$id', { id: identifier }))

/** The whole documentation: its contents at the left, a page at the right, which staff may edit. */
export function Page() {
  const navigate = useNavigate()
  const { id } = useParams<'/doc' | '/doc/$id'>()
  const { edit } = useAsked<'/doc/$id'>()
  const asked = typeof id === 'string' ? id : homePage
  const { data, error, refetch } = useWikiPage(asked)
  const page = data?.page
  usePageTitle(id === undefined ? null : page?.title)
  const open = (identifier: string) => {
    document.getElementById('main')?.scrollTo(0, 0)
    void navigate({ to: addressOf(identifier) })
  }
  const editing = edit !== undefined && page?.edit_right === true && !data?.missing

  return (
    <Grid align="start" className={css.documentation}>
      <Contents current={page?.identifier} onOpen={open} />
      <div className={css.sheet}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!page && !error ? <SkeletonRows count={12} /> : null}
        {page && editing ? (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <PageEditor key={page.identifier} identifier={page.identifier} onDone={() => void navigate({ to: addressOf(page.identifier) })} />
          </Suspense>
        ) : null}
        {page && !editing ? <Article key={page.identifier} page={page} missing={data.missing} onOpen={open} /> : null}
      </div>
      {page && !editing ? <OnThisPage page={page} /> : <span />}
    </Grid>
  )
}

function Contents({ current, onOpen }: { readonly current: string | undefined; readonly onOpen: (identifier: string) => void }) {
  const t = useWords('help')
  const { data: groups } = useContents()
  const [shown, setShown] = useState(false)
  return (
    <Stack as="nav" gap={8} padY={16} padX={16} overflow="scrolled-down" className={css.contents} aria-label={t('contents')}>
      <SearchBox onOpen={onOpen} />
      <Button wide icon={<List size={14} strokeWidth={1.75} aria-hidden />} aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t('contents')}
      </Button>
      <div className={css.groups} data-shown={shown || undefined}>
        {groups?.map(({ group, pages }) => (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <Text as="h2" above={12} below={2} tone="quiet" size={12} line={16} weight={500}>
              {t(`groups.${group}`)}
            </Text>
            <ul>
              {pages.map(({ identifier, title }) => (
                <li key={identifier}>
                  <Link to={addressOf(identifier)} aria-current={identifier === current ? 'page' : undefined} onClick={() => setShown(false)}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Stack>
  )
}

interface ArticleProps {
  readonly page: WikiPage
  readonly missing: boolean
  readonly onOpen: (identifier: string) => void
}

function Article({ page, missing, onOpen }: ArticleProps) {
  const t = useWords('help')
  const readsFeedback = useRight('wiki_feedback.read')
  return (
    <Box as="article" size={14} line={22} className={css.article}>
      {missing ? (
        <Text as="p" below={12} padY={8} padX={12} corner={8} fill="mute" tone="mute" role="status">
          {t('missing')}
        </Text>
      ) : null}
      <Row as="header" align="center" gap={8} below={12} className={css.heading}>
        <Text as="h2" grow size={20} weight={600} breaks>
          {page.title}
        </Text>
        <IconButton label={t('print')} onClick={() => print()}>
          <Printer size={15} strokeWidth={1.75} />
        </IconButton>
        {page.edit_right ? (
          <ButtonLink to={addressOf(page.identifier, { edit: 1 })} icon={<Pencil size={14} strokeWidth={1.75} aria-hidden />}>
            {t('edit.edit')}
          </ButtonLink>
        ) : null}
      </Row>
      {page.provider && page.link_id ? <Video provider={page.provider} link_id={page.link_id} title={page.title} /> : null}
      <WikiText text={page.content} anchors onOpen={onOpen} />
      {page.children.length > 0 ? (
        <Box as="nav" above={20} className={shared.children} aria-label={t('children')}>
          <h3>{t('children')}</h3>
          <ul>
            {page.children.map((child) => (
              <li key={child.identifier}>
                <Link to={addressOf(child.identifier)}>{child.title}</Link>
              </li>
            ))}
          </ul>
        </Box>
      ) : null}
      <Rating page={page} />
      <Neighbours identifier={page.identifier} />
      {readsFeedback && page.identifier === homePage ? <Feedback /> : null}
    </Box>
  )
}

/** The pages before and after, in the order of the contents. */
function Neighbours({ identifier }: { readonly identifier: string }) {
  const t = useWords('help')
  const { data: groups = [] } = useContents()
  const pages = groups.flatMap((group) => group.pages)
  const at = pages.findIndex((page) => page.identifier === identifier)
  const step = (page: PageLink | undefined, back: boolean) =>
    page && at >= 0 ? (
      <Link to={addressOf(page.identifier)} data-next={!back || undefined} aria-label={t(back ? 'previous' : 'next', { title: page.title })}>
        {back ? <ChevronLeft size={14} aria-hidden /> : null}
        {page.title}
        {back ? null : <ChevronRight size={14} aria-hidden />}
      </Link>
    ) : (
      <span />
    )
  return (
    <Row spread="between" gap={16} above={24} edge="above" className={css.neighbours}>
      {step(pages[at - 1], true)}
      {step(pages[at + 1], false)}
    </Row>
  )
}

/** The sections of a page, by addresses that lead straight to each. */
function OnThisPage({ page }: { readonly page: WikiPage }) {
  const t = useWords('help')
  const sections = [...page.content.matchAll(/^## (.+)$/gm)].map(([, words = '']) => words)
  if (sections.length < 2) return <span />
  return (
    <nav className={css.sections} aria-label={t('on_this_page')}>
      <Text as="h2" above={12} below={2} tone="quiet" size={12} line={16} weight={500}>
        {t('on_this_page')}
      </Text>
      <ul>
        {sections.map((words) => (
          <li key={words}>
            <Box as="a" padY={3} tone="soft" size={12} line={18} href={`#${headingId(words)}`}>
              {words}
            </Box>
          </li>
        ))}
      </ul>
    </nav>
  )
}
