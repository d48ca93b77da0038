/** Heights of the charts in pixels, which are kept free until they have come. */
export const chartHeights = { donut: 160, bars: 200 } as const;
