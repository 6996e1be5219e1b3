//! What a panel knows about the map besides the path: components, clusters, regions. Each is built when
//! it is first needed, and follows edits from then on.

use astride::shapes::square::{
    Clusters, ClustersOptions, Components, GridView, Regions, RegionsOptions,
};

use crate::session::limits::Bounds;
use crate::session::wire::Refusal;

/// Cutting larger maps into regions takes many seconds, and cannot be stopped.
const MOST_FOR_REGIONS: u32 = 1 << 22;

/// Kept as long as the mover is the same.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) components: Option<Components>,
    pub(super) clusters: Option<Clusters>,
    regions: Option<Regions>,
}

impl Survey {
    pub(super) fn components(&mut self, view: &GridView<'_>) -> &Components {
        match &mut self.components {
            Some(components) => {
                components.update(view);
            }
            none => *none = Some(Components::build(view)),
        }
        self.components.as_ref().expect("they were built")
    }

    pub(super) fn clusters(
        &mut self,
        view: &GridView<'_>,
        bounds: Bounds<'_>,
    ) -> Result<&Clusters, Refusal> {
        let done = match &mut self.clusters {
            Some(clusters) => clusters.update(view).map(|_| ()),
            none => {
                let tell = &mut |_| !bounds.is_stopped();
                Clusters::build_with(view, &ClustersOptions::default(), tell)
                    .map(|clusters| *none = Some(clusters))
            }
        };
        if let Err(error) = done {
            self.clusters = None;
            return Err(Refusal::value(error));
        }
        Ok(self.clusters.as_ref().expect("they were built"))
    }

    pub(super) fn regions(&mut self, view: &GridView<'_>) -> Result<&Regions, Refusal> {
        let cells = view.grid().cell_count();
        if cells > MOST_FOR_REGIONS {
            let text = format!(
                "a map of {cells} cells, expected at most {MOST_FOR_REGIONS} to be cut into regions"
            );
            return Err(Refusal::size(text));
        }
        match &mut self.regions {
            Some(regions) => {
                regions.update(view).map_err(Refusal::value)?;
            }
            none => {
                let options = RegionsOptions::default();
                *none = Some(Regions::build(view, options).map_err(Refusal::value)?);
            }
        }
        Ok(self.regions.as_ref().expect("they were built"))
    }
}
