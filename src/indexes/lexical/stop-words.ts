/**
 * Words that say nothing about what a task is about: English function words, and the boilerplate of issues and
 * pull requests. Removed from queries only, before stemming; documents keep every word.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anyone anything are aren as ask at away be became because been before behind being below between both but by
  came can cannot could couldn did didn do does doesn doing don done down during each either else enough etc even ever
  every everything few for from further gave get gets getting give given gives go goes going gone got had hadn has hasn
  have haven having he hello help hence her here hers herself hey hi him himself his how however i if in indeed
  instead into is isn it its itself just keep kind know let like ll look looking looks lot made make makes making many
  may maybe me might more most much must my myself need needed needs neither never no nor not nothing now of off often
  oh ok okay on once one only onto or other others otherwise our ours ourselves out over own per perhaps please
  possible probably quite rather re really said same say says see seem seems seen several shall she should shouldn
  since so some someone something sometimes soon still such sure take than thank thanks that the their theirs them
  themselves then there therefore these they thing things think this those though through thus to together too toward
  towards tried try trying under unless until up upon us use used uses using ve very via want wanted wants was wasn
  way we well were weren what whatever when where whereas whether which while who whole whom whose why will wish
  with within without won would wouldn yes yet you your yours yourself
  actual actually behavior behaviour bug currently describe description expected feature issue issues problem
  reproduce reproducible reproduction steps bugs pr`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
