import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { Link as RouterLink } from '@tanstack/react-router'
import { Link } from '#kit/web/navigation.ts'
import { useTitles, wasHeard } from '#kit/web/page-title.ts'
import type { Address } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useCurrentPage, type CurrentPage } from './current-page.ts'
import { PageTabs, useTabsOf } from './page-tabs.tsx'
import { titlesOf } from './titles.ts'
import styles from './header.module.css'

const longest = 50

/** A title of at most 50 characters (NAV-49). */
export const shortened = (title: string): string => (title.length > longest ? `${title.slice(0, longest)}…` : title)

/** Milliseconds within which a heading takes the focus, if it does, and so is read without being announced. */
const settled = 300

/** The way to what is on screen; its name is the page's first heading, and what the browser's tab says. */
export function Crumbs() {
  const words = useWords('app')
  const current = useCurrentPage()
  return current ? <Way current={current} /> : <Heading>{words('product')}</Heading>
}

function Way({ current }: { readonly current: CurrentPage }) {
  const words = useWords('app')
  const translate = useTranslate()
  const titles = useTitles()
  const { steps, heading, tab } = titlesOf(current, titles, { of: translate, category: (name) => words(`categories.${name}`) })
  const product = words('product')
  const [announced, setAnnounced] = useState('')
  const known = useRef(tab)

  useEffect(() => {
    document.title = `${tab} · ${product}`
    return () => {
      document.title = product
    }
  }, [tab, product])

  useEffect(() => {
    const timer = setTimeout(() => {
      if (known.current !== tab) setAnnounced(wasHeard(tab) ? '' : tab)
      known.current = tab
    }, settled)
    return () => clearTimeout(timer)
  }, [tab])

  const { entry, addOns } = useTabsOf(current.route)
  if (entry && !titles.record) {
    return (
      <Row align="baseline" gap={8} className={styles.crumbs} data-tabs>
        {steps.map((step) => (
          <Step key={step.text} {...step} />
        ))}
        <PageTabs entry={entry} addOns={addOns} current={current.route} heading={(content) => <Heading key="heading">{content}</Heading>} />
        <Announced text={announced} />
      </Row>
    )
  }
  return (
    <Row as="nav" align="baseline" gap={8} className={styles.crumbs} aria-label={words('header.crumb')}>
      {current.route.bare ? null : steps.map((step) => <Step key={step.text} {...step} {...(step.closes ? { onClose: titles.record?.close } : {})} />)}
      <Heading title={heading.length > longest ? heading : undefined}>{shortened(heading)}</Heading>
      <Announced text={announced} />
    </Row>
  )
}

const Heading = ({ title, children }: { readonly title?: string | undefined; readonly children: ReactNode }) => (
  <h1 tabIndex={-1} title={title}>
    {children}
  </h1>
)

/** The name of the page that came, for who does not see it. */
const Announced = ({ text }: { readonly text: string }) => (
  <VisuallyHidden>
    <span role="status">{text}</span>
  </VisuallyHidden>
)

interface StepProps {
  readonly text: string
  readonly to?: Address | undefined
  /** Closes what is open over the page, which is the one on screen. */
  readonly onClose?: (() => void) | undefined
}

function Step({ text, to, onClose }: StepProps) {
  return (
    <>
      {onClose ? (
        <RouterLink
          to="."
          search={(before: object) => ({ ...before, id: undefined, full: undefined })}
          className={styles.above}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onClose()
          }}
        >
          {shortened(text)}
        </RouterLink>
      ) : to ? (
        <Link to={to} className={styles.above}>
          {shortened(text)}
        </Link>
      ) : (
        <span className={styles.above}>{shortened(text)}</span>
      )}
      <span className={styles.slash} aria-hidden>
        /
      </span>
    </>
  )
}
