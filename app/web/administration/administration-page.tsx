import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { AddOns } from '#areas/tenancy/web/index.ts'
import { administrationGroups } from '#kit/web/route.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { translateIn, useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { icons } from '#kit/web/icons.ts'
import { useLetterKeys, useLetters } from '#kit/web/letter-keys.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { best, useOtherLanguage } from '#app/web/palette/commands.ts'
import { addressOf, type RegisteredRoute } from '#app/web/registry.ts'
import { MenuLink } from '#app/web/shell/menu-link.tsx'
import { useMenu } from '#app/web/shell/menu.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { useRecent } from './recent.ts'
import css from './administration.module.css'

const countedBy = ({ counts, entity }: RegisteredRoute) => (counts === null ? undefined : (counts ?? entity))

/** How many rows stand behind each page; nothing until it is known, and nothing of what is not the reader's. */
function useCounts(routes: readonly RegisteredRoute[], inside: boolean): Readonly<Record<string, number>> {
  const entities = [...new Set(routes.flatMap((route) => countedBy(route) ?? []))].join(',')
  const { data } = useQuery({
    queryKey: ['administration', 'counts', entities],
    queryFn: ({ signal }) => api.get<{ object: Readonly<Record<string, number>> }>('/administration/counts', { query: { entities }, signal }),
    enabled: inside && entities !== '',
  })
  return data?.object ?? {}
}

interface PageState {
  readonly page: string
  readonly tone: 'bad' | 'warn' | 'new'
  readonly text: string
}

/** What pages say of themselves: a failure, an end, something new; nothing until it is known. */
function useStates(inside: boolean): ReadonlyMap<string, PageState> {
  const { data } = useQuery({
    queryKey: ['administration', 'states'],
    queryFn: ({ signal }) => api.get<{ objects: readonly PageState[] }>('/administration/states', { signal }),
    enabled: inside,
    staleTime: 0,
  })
  return new Map(data?.objects.map((state) => [state.page, state]))
}

/** All pages of administration that the reader may open, in cards; a search keeps those that answer, and Enter opens the first. */
export function Page() {
  const words = useWords('app')
  const translate = useTranslate()
  const format = useFormat()
  const navigate = useNavigate()
  const other = useOtherLanguage()
  const { customer } = useSession()
  const [search, setSearch] = useState('')
  const pages = useMenu()
    .filter(({ category }) => category === 'administration')
    .map((route) => ({
      route,
      text: translate(route.title),
      also: other && translateIn(other, route.title),
      hint: route.group && words(`administration.groups.${route.group}`),
    }))
  const counts = useCounts(
    pages.map(({ route }) => route),
    customer !== null,
  )
  const states = useStates(customer !== null)
  const field = useRef<HTMLInputElement>(null)
  useLetters({ '/': () => field.current?.focus() })
  const letters = useLetterKeys()
  const asked = search.trim()
  const found = new Set(asked ? best(pages, asked) : pages)
  const cards = administrationGroups
    .map((group) => ({ group, rows: pages.filter((page) => found.has(page) && page.route.group === group) }))
    .filter(({ rows }) => rows.length > 0)
  const recent = useRecent().flatMap((path) => pages.find(({ route }) => route.path === path) ?? [])
  return (
    <Sheet canvas>
      <Stack gap={12} full className={css.sheet}>
        <Box holds className={css.search}>
          <TextInput
            ref={field}
            type="search"
            size="lg"
            autoFocus
            aria-label={words('administration.search')}
            {...(letters ? { 'aria-keyshortcuts': '/' } : {})}
            placeholder={words('administration.search')}
            icon={<Search size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              const first = asked && event.key === 'Enter' ? cards[0]?.rows[0] : undefined
              if (first) void navigate({ href: addressOf(first.route) })
            }}
          />
          {letters && search === '' ? <Kbd>/</Kbd> : null}
        </Box>
        {recent.length > 0 && !asked ? (
          <Row as="nav" wrap align="center" gap={8} tone="quiet" className={css.recent} aria-label={words('administration.recent')}>
            <span>{words('administration.recent')}</span>
            {recent.map(({ route, text }) => (
              <MenuLink key={route.path} route={route}>
                <Icon route={route} />
                {text}
              </MenuLink>
            ))}
          </Row>
        ) : null}
        {cards.length === 0 ? <EmptyState title={words('administration.none')} /> : null}
        <div className={css.cards}>
          {cards.map(({ group, rows }) => (
            <Box key={group} as="section" below={16} edge="all" fill="surface" className={css.card} aria-labelledby={`administration-${group}`}>
              <h2 id={`administration-${group}`}>{words(`administration.groups.${group}`)}</h2>
              <ul>
                {rows.map(({ route, text }) => {
                  const count = counts[countedBy(route) ?? '']
                  const state = states.get(route.path)
                  return (
                    <li key={route.path}>
                      <MenuLink route={route}>
                        <Icon route={route} />
                        <span>{text}</span>
                        {state ? <State state={state} /> : null}
                        {count === undefined ? null : (
                          <Text tone="quiet" size={12} figures>
                            {format.number(count)}
                          </Text>
                        )}
                      </MenuLink>
                    </li>
                  )
                })}
              </ul>
            </Box>
          ))}
        </div>
        {customer && !asked ? (
          <>
            <AddOns />
            <Text as="p" tone="quiet" size={12}>
              {words('administration.mine', { name: customer.name })}
            </Text>
          </>
        ) : null}
      </Stack>
    </Sheet>
  )
}

const looks = { bad: { tone: 'bad', glyph: 'cross' }, warn: { tone: 'warning', glyph: 'mark' }, new: { tone: 'primary', glyph: 'circle' } } as const

const State = ({ state: { tone, text } }: { readonly state: PageState }) => <StatusBadge {...looks[tone]}>{text}</StatusBadge>

function Icon({ route }: { readonly route: RegisteredRoute }) {
  const Drawn = route.icon && icons[route.icon]
  return Drawn ? <Drawn size={15} strokeWidth={1.75} aria-hidden /> : null
}
