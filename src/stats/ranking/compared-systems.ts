/** Values of systems, higher is better, with the covariances of their estimates from `groups` independent clusters; or why there are none. */
export type ComparedSystems =
  | {
      readonly status: 'ok';
      readonly values: readonly number[];
      /** Row by row. */
      readonly covariance: Float64Array;
      readonly groups: number;
      /** Degrees of freedom of the covariances: Kish's effective number of clusters, n²/Σ m², less 1. */
      readonly degrees: number;
      readonly n: number;
      readonly missing: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };
