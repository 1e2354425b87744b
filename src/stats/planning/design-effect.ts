/** Clusters as planned: observations a cluster on average, their correlation within, and how unequal the sizes are. */
export type ClusterPlan = {
  readonly clusterSize: number;
  /** Intraclass correlation ρ in 0–1: of two observations of one cluster. */
  readonly correlation: number;
  /** Coefficient of variation of the sizes (deviation over mean); default 0, all alike. */
  readonly sizeVariation?: number;
};

/**
 * How many clustered observations tell as much as one independent one, foreseen from size and correlation (Kish).
 *
 *     D = 1 + (m (1 + c²) − 1) ρ
 *
 * with m the mean size and c its coefficient of variation. Size 1 and c = 0, or ρ = 0: D = 1. Not under 1. `designEffect` of
 * clusters.ts measures the same in data.
 *
 * Reference: 10 a cluster at ρ = .3 give 3.7. Source: Kish 1965, Survey Sampling; Eldridge, Ashby and Kerry 2006, Int. J.
 * Epidemiol. 35 (unequal sizes).
 */
export function plannedDesignEffect({ clusterSize, correlation, sizeVariation = 0 }: ClusterPlan): number {
  return Math.max(1, 1 + (clusterSize * (1 + sizeVariation ** 2) - 1) * correlation);
}
