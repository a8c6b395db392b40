import { ChevronDown, Scale, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from '#kit/web/navigation.ts'
import { path, administrationGroups, categories } from '#kit/web/route.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useMenuCounts } from '#kit/web/menu-counts.ts'
import { icons } from '#kit/web/icons.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { labelOf, mainOf, type RegisteredRoute } from '#app/web/registry.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { AddOnMark, AddOnTold } from './add-on-mark.tsx'
import { Logo } from './logo.tsx'
import { useCurrentPage } from './current-page.ts'
import { MenuLink } from './menu-link.tsx'
import type { MenuAddOn } from './add-ons.ts'
import { entriesOf, useMenuWithAddOns, type MenuEntry } from './menu.ts'
import { useFoldedGroups } from './use-folded-groups.ts'
import styles from './sidebar.module.css'

interface SidebarProps {
  readonly mini: boolean
  /** On narrow screens the menu is a drawer. */
  readonly open: boolean
  readonly onClose: () => void
  readonly onSearch: () => void
}

/** The menu by categories; administration stands behind the wheel, but for the provider's people, who have nothing else (SHL-06). */
export function Sidebar({ mini, open, onClose, onSearch }: SidebarProps) {
  const words = useWords('app')
  const { menu, addOns } = useMenuWithAddOns()
  const outside = useOptionalSession()?.customer === null
  const side = useRef<HTMLElement>(null)
  const [addOn, setAddOn] = useState<MenuAddOn['type']>()
  const [folded, fold] = useFoldedGroups()
  const shown = { mini, addOns, onAddOn: setAddOn }
  const entries = entriesOf(menu)
  const groups = [
    ...categories.flatMap((id) =>
      id === 'administration' ? [] : [{ id, name: words(`categories.${id}`), entries: entries.filter(({ first }) => first.category === id) }],
    ),
    ...(outside
      ? administrationGroups.map((id) => ({ id, name: words(`administration.groups.${id}`), entries: entries.filter(({ first }) => first.group === id) }))
      : []),
  ]
  useLayer('dialog', open, onClose)

  useEffect(() => {
    if (open) side.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [open])

  return (
    <>
      <div className={styles.scrim} data-open={open || undefined} onClick={onClose} />
      <Stack
        ref={side}
        as="aside"
        shortens
        fill="canvas"
        className={styles.side}
        data-mini={mini || undefined}
        data-open={open || undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        {/* Pointers rest in the corner: whoever is shown a page without meaning to come home would fetch all of the cockpit. */}
        <Link to={path('/')} preload={false} className={styles.brand} aria-label={words('product')}>
          <Logo />
          <span className={styles.product}>{words('product')}</span>
        </Link>
        <Row
          type="button"
          as="button"
          rigid
          align="center"
          gap={8}
          edge="all"
          corner={6}
          fill="surface"
          tone="quiet"
          className={styles.search}
          onClick={onSearch}
          aria-keyshortcuts="Control+K"
          {...(mini ? { 'aria-label': words('sidebar.search'), 'data-tooltip': words('sidebar.search') } : {})}
        >
          <Search size={14} aria-hidden />
          <Text cut grow side="start">
            {words('sidebar.search')}
          </Text>
          <Kbd>Ctrl K</Kbd>
        </Row>
        <Box as="nav" grow shortens overflow="scrolled-down" className={styles.nav} aria-label={words('sidebar.label')}>
          {groups.map(({ id, name, entries }) => (
            <Group key={id} id={id} name={name} entries={entries} folded={folded.has(id)} onFold={() => fold(id)} {...shown} />
          ))}
        </Box>
        {/* At the foot of the menu: under the tables it would cost them a row. */}
        <Box as="footer" size={12} line={16} className={styles.foot}>
          <Link to={path('/cgu')} {...(mini ? { 'aria-label': words('nav.terms'), 'data-tooltip': words('nav.terms') } : {})}>
            {mini ? <Scale size={14} aria-hidden /> : words('nav.terms')}
          </Link>
        </Box>
      </Stack>
      <AddOnTold type={addOn} onClose={() => setAddOn(undefined)} />
    </>
  )
}

interface Shown {
  readonly mini: boolean
  readonly addOns: ReadonlyMap<RegisteredRoute, MenuAddOn>
  readonly onAddOn: (type: MenuAddOn['type']) => void
}

interface GroupProps extends Shown {
  readonly id: string
  readonly name: string
  readonly entries: readonly MenuEntry[]
  readonly folded: boolean
  readonly onFold: () => void
}

/** What is folded still tells what waits in it. */
function Group({ id, name, entries, folded, onFold, ...shown }: GroupProps) {
  const current = useCurrentPage()?.menuEntry
  const waiting = useWaiting(folded ? entries : [])
  if (entries.length === 0) return null
  return (
    <div role="group" aria-labelledby={`menu-${id}`}>
      <Row
        type="button"
        as="button"
        align="center"
        full
        tone="quiet"
        side="start"
        className={styles.category}
        id={`menu-${id}`}
        aria-expanded={!folded}
        onClick={onFold}
      >
        <Text cut grow className={styles.text}>
          {name}
        </Text>
        <Waiting count={waiting} />
        <ChevronDown size={12} aria-hidden />
      </Row>
      {folded && !shown.mini
        ? null
        : entries.map((entry) => <Entry key={entry.main} entry={entry} current={current !== undefined && mainOf(current) === entry.main} {...shown} />)}
    </div>
  )
}

/** What waits for the reader on all pages of some entries. */
function useWaiting(entries: readonly MenuEntry[]): number {
  const counts = useMenuCounts()
  const badges = new Set(entries.flatMap(({ pages }) => pages.flatMap(({ badge }) => badge ?? [])))
  return [...badges].reduce((sum, badge) => sum + (counts[badge] ?? 0), 0)
}

function Waiting({ count }: { readonly count: number }) {
  const words = useWords('app')
  if (count === 0) return null
  const said = words('sidebar.contributions', { count })
  return (
    <Text tone="quiet" size={11} weight={400} line={16} figures className={styles.count} aria-label={said} data-tooltip={said}>
      {count}
    </Text>
  )
}

/** The pages of an object; an add-on that is off tells about itself instead of opening one. */
function Entry({ entry, current, mini, addOns, onAddOn }: { readonly entry: MenuEntry; readonly current: boolean } & Shown) {
  const translate = useTranslate()
  const count = useWaiting([entry])
  const { first } = entry
  const title = translate(labelOf(first))
  const Icon = first.icon && icons[first.icon]
  const addOn = addOns.get(first)
  const content = (
    <>
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
      <Text cut grow className={styles.text}>
        {title}
      </Text>
      {addOn ? <AddOnMark addOn={addOn} /> : null}
      <Waiting count={count} />
    </>
  )
  const named = mini ? { 'aria-label': title, 'data-tooltip': title } : {}
  if (addOn && !addOn.on) {
    return (
      <button type="button" className={styles.item} data-off onClick={() => onAddOn(addOn.type)} {...named}>
        {content}
      </button>
    )
  }
  return (
    <MenuLink route={first} className={styles.item} aria-current={current ? 'page' : undefined} {...named}>
      {content}
    </MenuLink>
  )
}
