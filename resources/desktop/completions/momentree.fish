# SPDX-License-Identifier: Apache-2.0
# Completion of momentree's command line for fish.
function __momentree_ids
    momentree list $argv[1] 2>/dev/null | string match -r '^[a-z]\S*'
end
set -l commands run compare check list export
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -a run -d 'Simulate without a window'
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -a compare -d 'Simulate by several formulations'
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -a check -d 'Validate a model'
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -a list -d 'List what there is to choose from'
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -a export -d 'Write another format'
complete -c momentree -n "not __fish_seen_subcommand_from $commands" -l version -d 'Version'
complete -c momentree -l help -d 'Help'
complete -c momentree -n '__fish_seen_subcommand_from list' -f -a 'formulations backends integrators joints examples'
complete -c momentree -n '__fish_seen_subcommand_from run' -l formulation -x -a '(__momentree_ids formulations)' -d 'How the equations are formed'
complete -c momentree -n '__fish_seen_subcommand_from run' -l backend -x -a '(__momentree_ids backends)' -d 'Where they are computed'
complete -c momentree -n '__fish_seen_subcommand_from run' -l integrator -x -a '(__momentree_ids integrators)' -d 'How they are integrated'
complete -c momentree -n '__fish_seen_subcommand_from run' -l report -r -d 'Write the report as JSON'
complete -c momentree -n '__fish_seen_subcommand_from run' -l png -r -d 'Write a picture'
complete -c momentree -n '__fish_seen_subcommand_from compare' -l with -x -a '(__momentree_ids formulations)' -d 'What to compare'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l step -x -d 'Length of a step [s]'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l duration -x -d 'Simulated time [s]'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l sample -x -d 'Interval of rows [s]'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l csv -r -d 'Write the table of results'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l columns -x -a 'all probes' -d 'Columns of the table'
complete -c momentree -n '__fish_seen_subcommand_from run compare' -l quiet -d 'No progress, no warnings'
complete -c momentree -n '__fish_seen_subcommand_from run compare check' -l set -x -d 'Another value of a parameter'
complete -c momentree -n '__fish_seen_subcommand_from export' -l to -r -d 'Where to write'
