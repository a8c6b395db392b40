import { BarChart, GaugeChart, LineChart, RadarChart } from 'echarts/charts'
import { GridComponent, RadarComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import type { EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useColorScheme } from './color-scheme.ts'
import type { OnPick, Token } from './chart.tsx'
import styles from './chart.module.css'

echarts.use([BarChart, LineChart, RadarChart, GaugeChart, GridComponent, TooltipComponent, RadarComponent, CanvasRenderer])

/** The drawing behind `Chart`; follows its size and the colour scheme. */
export function ChartCanvas({ option, onPick }: { readonly option: (token: Token) => EChartsCoreOption; readonly onPick?: OnPick | undefined }) {
  const canvas = useRef<HTMLDivElement>(null)
  const scheme = useColorScheme()
  const picks = useRef(onPick)
  picks.current = onPick
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const style = getComputedStyle(document.documentElement)
    const token: Token = (name) => style.getPropertyValue(`--${name}`).trim()
    const chart = echarts.init(element)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    chart.setOption({
      textStyle: { fontFamily: token('font'), fontSize: 11, color: token('text-3') },
      animation: !still,
      animationDuration: 350,
      ...option(token),
    })
    chart.on('click', ({ dataIndex, seriesIndex }) => picks.current?.(dataIndex, seriesIndex ?? 0))
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [option, scheme])
  return <div ref={canvas} className={styles.canvas} aria-hidden />
}
