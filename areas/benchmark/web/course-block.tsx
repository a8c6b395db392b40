import { useMemo, type ReactNode } from 'react'
import type { ComparedPolicy } from '#areas/benchmark/contract/calls.ts'
import { scoreText } from '#kit/contract/shown-score.ts'
import type { Line } from '#kit/web/charts/line-path.tsx'
import { Legend } from '#kit/web/charts/legend.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { EmptyState } from '#kit/web/ui/states.tsx'

interface CourseBlockProps {
  readonly row: ComparedPolicy
  readonly picker: ReactNode
  readonly nameOfQuarter: (quarter: string) => string
}

/** The own score and the quartiles of the group over the last releases. */
export function CourseBlock({ row: { policy, course }, picker, nameOfQuarter }: CourseBlockProps) {
  const words = useWords('benchmark')
  const format = useFormat()
  const lines = useMemo((): Line[] => {
    const of = (name: 'score' | 'lower' | 'median' | 'upper') => course.map((moment) => moment[name])
    return [
      // The middle half of the group is one range, behind all lines.
      { name: words('columns.upper'), color: 'c1b', values: of('upper'), width: 1, joined: true, pointAt: false, tint: 0.3, ground: of('lower') },
      { name: words('columns.median'), color: 'text-2', values: of('median'), width: 1.5, dash: '5 4', joined: true, pointAt: false },
      { name: words('columns.lower'), color: 'c1b', values: of('lower'), width: 1, dash: '2 3', joined: true, pointAt: false },
      { name: words('columns.score'), color: 'c1', values: of('score'), width: 2, joined: true },
    ]
  }, [course, words])
  const categories = useMemo(() => course.map(({ quarter }) => nameOfQuarter(quarter)), [course, nameOfQuarter])
  const axis = useMemo(() => {
    const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
    return known.length === 0
      ? { min: 0, max: 100 }
      : { min: Math.max(0, Math.floor(Math.min(...known) / 10) * 10 - 10), max: Math.min(100, Math.ceil(Math.max(...known) / 10) * 10 + 10) }
  }, [lines])
  return (
    <Block title={words('course.title')} {...(picker ? { aside: picker } : { sub: policy.name })} span={6}>
      {course.length < 2 ? (
        <EmptyState title={words('course.one')} />
      ) : (
        <>
          <Legend
            entries={[
              { label: words('columns.score'), color: 'c1' },
              { label: words('columns.median'), color: 'text-2' },
              { label: words('page.strip'), color: 'c1b' },
            ]}
          />
          <LinesChart
            label={words('course.summary', { name: policy.name })}
            height={220}
            categories={categories}
            series={lines}
            axis={axis}
            wide
            room={{ right: 28 }}
            show={(value) => format.number(value)}
            table={{
              head: [words('columns.quarter'), words('columns.score'), words('columns.lower'), words('columns.median'), words('columns.upper')],
              rows: course.map(({ quarter, ...moment }) => [
                nameOfQuarter(quarter),
                scoreText(moment.score),
                scoreText(moment.lower),
                scoreText(moment.median),
                scoreText(moment.upper),
              ]),
            }}
          />
        </>
      )}
    </Block>
  )
}
